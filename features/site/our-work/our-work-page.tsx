import { ButtonLink } from '../../../web/ui/button.tsx'
import { ClosingBand } from '../../../web/site/closing-band.tsx'
import { portfolio, projects } from '../content/our-work.ts'
import { PageHead } from '../../../web/site/page-head.tsx'
import { ProjectCard } from './project-card.tsx'
import { TechnologyLegend } from './technology-legend.tsx'
import { breadcrumbs, type StructuredData } from '../../../web/site/json-ld.tsx'
import { describeProject } from './case-data.ts'
import styles from './our-work-page.module.css'

export function OurWorkPage() {
  return (
    <>
      <PageHead label="Our Work" note={portfolio.note} title={<>Work you can walk&nbsp;into.</>}>
        <p className="lede">{portfolio.lede}</p>
      </PageHead>
      {projects.length === 0 ? null : (
        <section className="wrap">
          <h2 className={styles.title}>Featured Projects</h2>
          <div className={styles.projects}>
            {projects.map((project, position) => (
              <ProjectCard key={project.id} project={project} first={position === 0} />
            ))}
          </div>
        </section>
      )}
      <TechnologyLegend />
      <ClosingBand title="The next sheet is blank.">
        <p className="lede">Tell us what you would put on it.</p>
        <ButtonLink to="/contact">Start Your Project</ButtonLink>
        <ButtonLink to="/pricing" variant="outline">
          View Pricing
        </ButtonLink>
      </ClosingBand>
    </>
  )
}

/** Structured data of the featured projects. */
export function projectsData(siteUrl: string): StructuredData {
  return {
    '@graph': [
      breadcrumbs(siteUrl, { name: 'Our Work', path: '/our-work' }),
      {
        '@type': 'ItemList',
        name: 'Featured Projects',
        itemListElement: projects.map((project, position) => ({
          '@type': 'ListItem',
          position: position + 1,
          item: describeProject(siteUrl, project),
        })),
      },
    ],
  }
}
