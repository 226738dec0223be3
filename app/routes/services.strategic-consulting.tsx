import { strategicConsulting } from '../site/content/strategic-consulting.ts'
import { pageMeta } from '../site/seo/page-meta.ts'
import { StrategicConsultingPage } from '../site/service-detail/strategic-consulting-page.tsx'
import type { Route } from './+types/services.strategic-consulting.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ ...strategicConsulting, path: '/services/strategic-consulting' }, matches)

export default StrategicConsultingPage
