import type { AppModel } from '../../lib/models/app-model.ts'
import type { PickerModel } from '../../lib/models/picker-model.ts'
import { Icon } from '../parts/Icon.tsx'
import { t } from '../parts/text.ts'
import { ChainMark } from './ChainMark.tsx'

/** Shows all chains or one; those this side cannot use stay visible, with the reason. */
export function ChainStrip({
  app,
  model,
  onPick,
}: {
  app: AppModel
  model: PickerModel
  onPick: (chainId: number | null) => void
}) {
  const pinned = app.start.settings.value.pinnedChainIds
  const order = (chainId: number) => (pinned.includes(chainId) ? -1 : rank(model, chainId))
  const chains = [...model.chains.value].sort((a, b) => order(a.chainId) - order(b.chainId))
  const picked = chains.find((chain) => chain.chainId === model.chainId.value)
  return (
    <fieldset class="chain-strip">
      <legend class="unseen">{t('chain')}</legend>
      <button
        type="button"
        class="chip"
        aria-pressed={model.chainId.value === null}
        data-testid="chain-filter-all"
        onClick={() => onPick(null)}
      >
        {t('allChains')}
      </button>
      {picked === undefined ? null : (
        <button
          type="button"
          class="chip"
          data-testid="chain-pin"
          aria-label={t('chainPin', { chain: picked.name })}
          title={t('chainPin', { chain: picked.name })}
          aria-pressed={pinned.includes(picked.chainId)}
          onClick={() => void app.start.saveSettings({ pinnedChainIds: toggled(pinned, picked.chainId) })}
        >
          <Icon name="pin" />
        </button>
      )}
      {chains.map((chain) => (
        <button
          key={chain.chainId}
          type="button"
          class="chip"
          data-testid={`chain-filter-${chain.chainId}`}
          aria-pressed={model.chainId.value === chain.chainId}
          disabled={!model.canUse(chain.chainId)}
          title={
            model.canUse(chain.chainId)
              ? chain.name
              : t(model.side === 'input' ? 'cannotSendFrom' : 'cannotReceiveOn', { chain: chain.name })
          }
          onClick={() => onPick(chain.chainId)}
        >
          <ChainMark chain={chain} />
          <bdi>{chain.name}</bdi>
        </button>
      ))}
    </fieldset>
  )
}

function toggled(pinned: readonly number[], chainId: number): readonly number[] {
  return pinned.includes(chainId) ? pinned.filter((id) => id !== chainId) : [...pinned, chainId]
}

/** After those the person put first, chains Ferry can sign on come first, those that cannot be used last. */
function rank(model: PickerModel, chainId: number): number {
  if (!model.canUse(chainId)) return 2
  return model.chainOf(chainId)?.isConfigured === true ? 0 : 1
}
