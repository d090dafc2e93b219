import { chosenEndpoints, type EndpointChoice, withEndpoints } from '../../lib/deployment/chain-endpoints.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { ChainView } from '../../lib/tokens/token-messages.ts'
import { Drawing } from '../parts/Icon.tsx'
import { t } from '../parts/text.ts'

/** Shows which of the deployment's nodes are asked about each chain, and in which order; one always stays. */
export function EndpointSetting({ app }: { app: AppModel }) {
  const chains = app.start.chains.value.filter(({ rpcUrls }) => rpcUrls.length > 0)
  if (chains.length === 0) return <p class="hint">{t('endpointsNone')}</p>
  return (
    <section class="card" aria-label={t('endpoints')} data-testid="endpoints">
      <p class="faint">{t('endpointsText')}</p>
      {chains.map((chain) => (
        <ChainEndpoints key={chain.chainId} app={app} chain={chain} />
      ))}
    </section>
  )
}

function ChainEndpoints({ app, chain }: { app: AppModel; chain: ChainView }) {
  const { endpoints } = app.start.settings.value
  const all = chosenEndpoints(chain.rpcUrls, endpoints)
  const isLast = all.filter(({ isOn }) => isOn).length === 1
  const save = (ofChain: readonly EndpointChoice[]) =>
    void app.start.saveSettings({ endpoints: withEndpoints(endpoints, ofChain) })
  const name = (url: string) => new URL(url).host
  return (
    <fieldset class="endpoints">
      <legend>
        <bdi>{chain.name}</bdi>
      </legend>
      {all.map((one, at) => (
        <div key={one.url} class="endpoint">
          <label class="switch">
            <bdi>{name(one.url)}</bdi>
            <input
              type="checkbox"
              role="switch"
              aria-checked={one.isOn}
              data-testid={`endpoint-${chain.chainId}-${at}`}
              checked={one.isOn}
              disabled={one.isOn && isLast}
              onChange={(event) => save(all.with(at, { url: one.url, isOn: event.currentTarget.checked }))}
            />
          </label>
          {at > 0 && (
            <button
              type="button"
              class="icon-button small"
              data-testid={`endpoint-up-${chain.chainId}-${at}`}
              aria-label={t('endpointFirst', { name: name(one.url) })}
              onClick={() =>
                save([...all.slice(0, at - 1), one, ...all.slice(at - 1, at), ...all.slice(at + 1)])
              }
            >
              <Drawing path="M10 15.5v-11M5.5 9 10 4.5 14.5 9" />
            </button>
          )}
        </div>
      ))}
      {isLast && <p class="faint">{t('endpointLast')}</p>}
    </fieldset>
  )
}
