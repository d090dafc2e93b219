import type { ComponentChildren } from 'preact'
import type { Site } from '../../lib/base/url.ts'
import type { SitesModel } from '../../lib/models/settings-models.ts'
import { Button } from '../parts/Button.tsx'
import { Chips } from '../parts/Chips.tsx'
import { LabelledSection } from '../parts/LabelledSection.tsx'
import { Skeleton } from '../parts/Lazy.tsx'
import { PasteField } from '../parts/PasteField.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t } from '../parts/text.ts'
import { SiteName } from './SitePermission.tsx'

const kinds = ['all', 'listed'] as const

export function SitesSetting({ model }: { model: SitesModel }) {
  const sites = model.sites.value
  const problem = model.problem.value
  const isTyped = problem?.code === 'siteInvalid'
  return (
    <>
      {problem !== null && !isTyped && <ProblemNotice problem={problem} omitsMoney />}
      {sites === null && problem === null && (
        <div class="card">
          <Skeleton width={24} />
        </div>
      )}
      {sites !== null && (
        <>
          <section class="card">
            <Chips
              label={t('sitesWhich')}
              names={kinds}
              chosen={sites.kind}
              testId="sites"
              toText={(kind) => t(`sites_${kind}`)}
              onChoose={(kind) => void model.choose(kind)}
            />
            <p class="faint">{t(`sites_${sites.kind}_why`)}</p>
          </section>
          {sites.kind === 'listed' && (
            <SiteList
              sites={sites.listed}
              label={t('sitesListed')}
              empty={t('sitesListedNone')}
              action={t('siteRemove')}
              testid="site-remove"
              onAction={(origin) => void model.remove(origin)}
            >
              <PasteField
                name="site-add"
                label={t('siteAddLabel')}
                action={t('siteAdd')}
                placeholder="https://"
                problem={isTyped ? problem : null}
                onSend={model.add}
              />
            </SiteList>
          )}
          <SiteList
            sites={sites.allowed}
            label={t('sitesAllowed')}
            empty={t('sitesAllowedNone')}
            action={t('siteRevoke')}
            testid="site-revoke"
            onAction={(origin) => void model.revoke(origin)}
          />
          {sites.never.length > 0 && (
            <SiteList
              sites={sites.never}
              label={t('sitesNever')}
              action={t('siteUnrefuse')}
              testid="site-unrefuse"
              onAction={(origin) => void model.unrefuse(origin)}
            />
          )}
        </>
      )}
    </>
  )
}

function SiteList({
  sites,
  label,
  empty,
  action,
  testid,
  onAction,
  children,
}: {
  sites: readonly (Site & { readonly isOnce?: boolean })[]
  label: string
  empty?: string
  action: string
  testid: string
  onAction: (origin: string) => void
  children?: ComponentChildren
}) {
  return (
    <LabelledSection id={testid} title={label}>
      {sites.length === 0 ? (
        <p class="faint">{empty}</p>
      ) : (
        <ul class="stack">
          {sites.map((site) => (
            <li key={site.origin} class="line between">
              <span>
                <SiteName site={site} />
                {site.isOnce === true && <span class="faint"> {t('siteIsOnce')}</span>}
              </span>
              <Button
                look="plain"
                testId={testid}
                aria-label={`${action}: ${site.origin}`}
                onPress={() => onAction(site.origin)}
              >
                {action}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {children}
    </LabelledSection>
  )
}
