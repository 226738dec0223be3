import { data } from 'react-router'
import { pageContext } from '../page-context.ts'
import { caseStudies, projects } from '../../features/site/content/our-work.ts'
import { caseData } from '../../features/site/our-work/case-data.ts'
import { CasePage } from '../../features/site/our-work/case-page.tsx'
import { NotFoundPage } from '../../features/site/not-found-page.tsx'
import { JsonLd } from '../site/json-ld.tsx'
import { pageMeta, unlistedMeta } from '../site/page-meta.ts'
import type { Route } from './+types/our-work.$id.ts'

/** One project and the title of the next: the browser does not load the others. */
export function loader({ context, params }: Route.LoaderArgs) {
  const position = projects.findIndex(({ id }) => id === params.id)
  const project = projects[position]
  const study = project && caseStudies[project.id]
  if (!project || !study) return data(null, { status: 404 })
  const { id, title } = projects[(position + 1) % projects.length] ?? project
  const { siteUrl } = context.get(pageContext).publicSettings
  return data({ project, study, next: { id, title }, work: caseData(siteUrl, project) })
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return unlistedMeta('Page Not Found')
  const { title, client, description, id, technologies, cardResult } = loaderData.project
  return pageMeta(
    {
      title: `${client}: ${title}`,
      description: `${description} What was wrong, what we did in order, and how the result was counted: ${cardResult}.`,
      path: `/our-work/${id}`,
      keywords: `case study, ${client}, ${technologies.join(', ')}`,
    },
    matches,
  )
}

export default function CaseRoute({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NotFoundPage />
  return (
    <>
      <JsonLd data={loaderData.work} />
      <CasePage {...loaderData} />
    </>
  )
}
