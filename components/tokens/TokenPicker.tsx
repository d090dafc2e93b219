import { untracked, useSignal, useSignalEffect } from '@preact/signals'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { PickerModel } from '../../lib/models/picker-model.ts'
import type { Token } from '../../lib/service/token.ts'
import { momentText } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { ChainMark } from '../parts/Picture.tsx'
import { Problem } from '../parts/Problem.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import { t } from '../parts/text.ts'
import { TokenList } from './TokenList.tsx'
import { TokenSearch } from './TokenSearch.tsx'

/** Shows the sheet to choose a token in: a combobox over a list that arrow keys walk through. */
export function TokenPicker({ app, model }: { app: AppModel; model: PickerModel }) {
  const active = useSignal(0)
  const pageRows = useSignal(1)
  /** Enter was pressed: what is at the keys' place is picked as soon as it is the answer to what was typed. */
  const isPicking = useSignal(false)

  function pick(token: Token) {
    if (model.isMarking.value) return model.mark(token)
    if (!model.canUse(token.chainId)) return
    model.remember(token)
    app.pickToken(model.side, token)
  }

  useSignalEffect(() => {
    if (!isPicking.value || !model.isCurrent.value) return
    const token = model.at(active.value)
    if (token === null && active.value < model.count.value) return
    untracked(() => {
      isPicking.value = false
      if (token !== null) pick(token)
    })
  })

  const isEmpty = model.count.value === 0
  return (
    <Sheet
      title={t(model.side === 'input' ? 'tokenToSend' : 'tokenToReceive')}
      isTall
      startsInField
      onClose={app.closeSheet}
    >
      <TokenSearch
        model={model}
        active={active}
        pageRows={pageRows}
        onEnter={() => {
          isPicking.value = true
        }}
        onMove={() => {
          isPicking.value = false
        }}
      />
      <div class="picker-marks">
        <Mark
          text={t(model.isMarking.value ? 'favouritesMarking' : 'favouritesMark')}
          testid="favourites-mark"
          isOn={model.isMarking.value}
          onTurn={(isOn) => {
            model.isMarking.value = isOn
          }}
        />
        {(model.groups.value.smallCount > 0 || model.isSmallShown.value) && (
          <Mark
            text={t('smallBalances')}
            testid="small-shown"
            isOn={model.isSmallShown.value}
            onTurn={(isOn) => {
              model.showSmall(isOn)
              active.value = 0
            }}
          />
        )}
      </div>
      <ChainStrip
        app={app}
        model={model}
        onPick={(chainId) => {
          model.chainId.value = chainId
          active.value = 0
          isPicking.value = false
        }}
      />
      {isEmpty && <Notices model={model} />}
      <TokenList model={model} active={active} pageRows={pageRows} onPick={pick} />
      {!isEmpty && <Notices model={model} />}
    </Sheet>
  )
}

/** What is wrong with the list; below it where it has rows, which are not to move when this comes late. */
function Notices({ model }: { model: PickerModel }) {
  return (
    <div class="picker-notices">
      {model.problem.value !== null && (
        <div class="picker-problem">
          <Problem problem={model.problem.value} tone="warning" isPlaceless />
          <button type="button" class="plain" onClick={model.retry}>
            {t('tryAgain')}
          </button>
        </div>
      )}
      {model.balancesOldMs.value !== null && !model.isHidden.value && (
        <p class="faint" data-testid="balances-age">
          {t('balancesOld', { time: momentText(model.balancesOldMs.value) })}
        </p>
      )}
    </div>
  )
}

/** A chip that is on or off. */
function Mark({
  text,
  testid,
  isOn,
  onTurn,
}: {
  text: string
  testid: string
  isOn: boolean
  onTurn: (isOn: boolean) => void
}) {
  return (
    <button
      type="button"
      class="chip mark-favourites"
      data-testid={testid}
      aria-pressed={isOn}
      onClick={() => onTurn(!isOn)}
    >
      {text}
    </button>
  )
}

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

/** After those the user put first, chains Ferry can sign on come first, those that cannot be used last. */
function rank(model: PickerModel, chainId: number): number {
  if (!model.canUse(chainId)) return 2
  return model.chainOf(chainId)?.isConfigured === true ? 0 : 1
}
