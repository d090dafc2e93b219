import type { Site } from '../../lib/sites/sites.ts'
import { t } from '../parts/text.ts'

/** Shows a site by its origin as the browser knows it, and as people read it where that is something else (M7). */
export function SiteName({ site }: { site: Site }) {
  return (
    <span class="site-name">
      <b>
        <bdi>{site.origin}</bdi>
      </b>
      {site.unicode !== null && (
        <>
          {' '}
          <span class="faint">
            <bdi>{t('siteWrittenAs', { name: site.unicode })}</bdi>
          </span>
        </>
      )}
    </span>
  )
}
