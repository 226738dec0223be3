import { aiAutomation } from '../../features/site/content/ai-automation.ts'
import { pageMeta } from '../site/page-meta.ts'
import { AiAutomationPage } from '../../features/site/services/ai-automation-page.tsx'
import type { Route } from './+types/services.ai-automation.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ ...aiAutomation, path: '/services/ai-automation' }, matches)

export default AiAutomationPage
