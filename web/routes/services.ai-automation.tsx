import type { MetaFunction } from 'react-router'
import { aiAutomation } from '../../features/site/content/ai-automation.ts'
import { pageMeta } from '../site/page-meta.ts'
import { AiAutomationPage } from '../../features/site/services/ai-automation-page.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ ...aiAutomation, path: '/services/ai-automation' }, matches)

export default AiAutomationPage
