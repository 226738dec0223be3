import desktopChart from '../../web/assets/art/not-found-desktop.svg'
import mobileChart from '../../web/assets/art/not-found-mobile.svg'
import { ButtonLink } from '../../web/ui/button.tsx'
import { Neatline } from '../../web/ui/neatline.tsx'
import { TextLink } from '../../web/ui/text-link.tsx'
import chart from './chart.module.css'
import styles from './not-found-page.module.css'

export function NotFoundPage() {
  return (
    <div className={styles.page}>
      <Neatline sheetClass={`${chart.chart} on-dark`}>
        <picture>
          <source
            media="(max-width: 767.98px), (max-aspect-ratio: 5/4)"
            srcSet={mobileChart}
            width={366}
            height={300}
          />
          <img src={desktopChart} width={1376} height={700} alt="" />
        </picture>
        <div className={styles.text}>
          <h1>Page Not Found</h1>
          <p>No soundings here. The page may have been moved or does not exist.</p>
          <div className={styles.ways}>
            <ButtonLink to="/" variant="signal">
              Return Home
            </ButtonLink>
            <ButtonLink to="/" className={styles.back} variant="outline" icon="left" data-goes-back="">
              Go Back
            </ButtonLink>
            <TextLink to="/contact">Contact us</TextLink>
          </div>
        </div>
      </Neatline>
    </div>
  )
}
