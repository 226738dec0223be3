import { strategicConsulting } from '../../features/site/content/strategic-consulting.ts'
import { pageMeta } from '../site/page-meta.ts'
import { StrategicConsultingPage } from '../../features/site/services/strategic-consulting-page.tsx'
import type { Route } from './+types/services.strategic-consulting.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ ...strategicConsulting, path: '/services/strategic-consulting' }, matches)

export default StrategicConsultingPage
