import type { MetaFunction } from 'react-router'
import { strategicConsulting } from '../../features/site/content/strategic-consulting.ts'
import { pageMeta } from '../site/page-meta.ts'
import { StrategicConsultingPage } from '../../features/site/services/strategic-consulting-page.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ ...strategicConsulting, path: '/services/strategic-consulting' }, matches)

export default StrategicConsultingPage
