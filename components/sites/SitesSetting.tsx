import type { Site } from '../../lib/base/url.ts'
import type { SitesModel } from '../../lib/models/settings-models.ts'
import { Skeleton } from '../parts/Lazy.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t } from '../parts/text.ts'
import { SiteName } from './SitePermission.tsx'

const kinds = ['all', 'listed'] as const

export function SitesSetting({ model }: { model: SitesModel }) {
  const sites = model.sites.value
  const problem = model.problem.value
  return (
    <section class="card" aria-label={t('sites')} data-testid="sites-setting">
      {problem !== null && <ProblemNotice problem={problem} omitsMoney />}
      {sites === null && problem === null && <Skeleton width={24} />}
      {sites !== null && (
        <>
          <KindChoice model={model} chosen={sites.kind} />
          <p class="faint">{t(`sites_${sites.kind}_why`)}</p>
          {sites.kind === 'listed' && (
            <>
              <SiteList
                sites={sites.listed}
                label={t('sitesListed')}
                empty={t('sitesListedNone')}
                action={t('siteRemove')}
                testid="site-remove"
                onAction={(origin) => void model.remove(origin)}
              />
              <SiteForm model={model} />
            </>
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
              empty=""
              action={t('siteUnrefuse')}
              testid="site-unrefuse"
              onAction={(origin) => void model.unrefuse(origin)}
            />
          )}
        </>
      )}
    </section>
  )
}

function KindChoice({ model, chosen }: { model: SitesModel; chosen: (typeof kinds)[number] }) {
  return (
    <fieldset class="line wrap choice" aria-label={t('sitesWhich')}>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          class="chip"
          data-testid={`sites-${kind}`}
          aria-pressed={chosen === kind}
          onClick={() => void model.choose(kind)}
        >
          {t(`sites_${kind}`)}
        </button>
      ))}
    </fieldset>
  )
}

function SiteForm({ model }: { model: SitesModel }) {
  return (
    <form
      class="line"
      onSubmit={(event) => {
        event.preventDefault()
        void model.add()
      }}
    >
      <input
        class="field"
        data-testid="site-typed"
        inputMode="url"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={300}
        placeholder="https://"
        aria-label={t('siteAddLabel')}
        aria-invalid={model.problem.value?.code === 'siteInvalid'}
        value={model.typed.value}
        onInput={(event) => {
          model.typed.value = event.currentTarget.value
        }}
      />
      <button type="submit" class="chip" data-testid="site-add" disabled={model.typed.value.trim() === ''}>
        {t('siteAdd')}
      </button>
    </form>
  )
}

function SiteList({
  sites,
  label,
  empty,
  action,
  testid,
  onAction,
}: {
  sites: readonly (Site & { readonly isOnce?: boolean })[]
  label: string
  empty: string
  action: string
  testid: string
  onAction: (origin: string) => void
}) {
  return (
    <>
      <h2 class="label">{label}</h2>
      {sites.length === 0 && <p class="faint">{empty}</p>}
      <ul class="stack tight">
        {sites.map((site) => (
          <li key={site.origin} class="line between">
            <span>
              <SiteName site={site} />
              {site.isOnce === true && <span class="faint"> {t('siteIsOnce')}</span>}
            </span>
            <button
              type="button"
              class="plain"
              data-testid={testid}
              aria-label={`${action}: ${site.origin}`}
              onClick={() => onAction(site.origin)}
            >
              {action}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
