import { site } from '../../../site.config.ts'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { ClosingBand } from '../../../web/site/closing-band.tsx'
import { PageHead } from '../../../web/site/page-head.tsx'
import type { HeldClaim } from '../../../web/site/claims.ts'
import { capitalize } from '../../../web/ui/capitalize.ts'
import { founders } from '../content/about.ts'
import { Evidence } from './evidence.tsx'
import { Founders } from './founders.tsx'
import { Impact } from './impact.tsx'
import { OurStory } from './our-story.tsx'
import { breadcrumbs, businessId, type StructuredData } from '../../../web/site/json-ld.tsx'

export function AboutPage({ claims }: { claims: readonly HeldClaim[] }) {
  return (
    <>
      <PageHead
        label="Where Tech Meets Creativity"
        note={capitalize(founders)}
        title={<>Where tech meets&nbsp;creativity.</>}
      >
        <p className="lede">
          {site.name} pairs technical strategy with creative strategy. Every project gets both, from the first
          sketch to the last deployment.
        </p>
      </PageHead>
      <Founders />
      <OurStory />
      <Impact />
      <Evidence claims={claims} />
      <ClosingBand title="Come and talk it through.">
        <p className="lede">Thirty minutes with a founder. Free, and useful either way.</p>
        <ButtonLink to="/contact">Schedule a Free Discovery Call</ButtonLink>
      </ClosingBand>
    </>
  )
}

/** Structured data of the about page; the home page describes the business itself. */
export function aboutData(siteUrl: string): StructuredData {
  return {
    '@graph': [
      breadcrumbs(siteUrl, { name: 'About', path: '/about' }),
      {
        '@type': 'AboutPage',
        name: `About ${site.name}`,
        url: `${siteUrl}/about`,
        mainEntity: { '@type': 'ProfessionalService', '@id': businessId(siteUrl), name: site.name },
      },
    ],
  }
}
