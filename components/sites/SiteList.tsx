import type { SiteName as Site } from '../../lib/sites/sites.ts'
import { SiteName } from './SiteName.tsx'

/** Shows sites with one thing that can be done to each. */
export function SiteList({
  sites,
  label,
  empty,
  action,
  testid,
  onAct,
}: {
  sites: readonly Site[]
  label: string
  empty: string
  action: string
  testid: string
  onAct: (origin: string) => void
}) {
  return (
    <>
      <h3 class="label">{label}</h3>
      {sites.length === 0 && <p class="faint">{empty}</p>}
      <ul class="site-list">
        {sites.map((site) => (
          <li key={site.origin}>
            <SiteName site={site} />
            <button
              type="button"
              class="plain"
              data-testid={testid}
              aria-label={`${action}: ${site.origin}`}
              onClick={() => onAct(site.origin)}
            >
              {action}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
