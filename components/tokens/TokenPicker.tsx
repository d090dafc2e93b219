import { effect, untracked, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { momentText } from '../../lib/base/time-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { PickerModel } from '../../lib/models/picker-model.ts'
import type { PickerRow } from '../../lib/models/picker-rows.ts'
import { type Token, tokenKey } from '../../lib/service/token.ts'
import { Button } from '../parts/Button.tsx'
import { Icon } from '../parts/Icon.tsx'
import { ChainMark, TokenIcon } from '../parts/Picture.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import { Switch } from '../parts/Switch.tsx'
import { t } from '../parts/text.ts'
import { TokenList } from './TokenList.tsx'
import { TokenSearch } from './TokenSearch.tsx'
import { TokenSheet } from './TokenSheet.tsx'

/** The sheet for choosing a token: a combobox over a list with keyboard navigation. */
export function TokenPicker({ app, model }: { app: AppModel; model: PickerModel }) {
  const active = useSignal(0)
  /** Enter was pressed: pick the active row as soon as it belongs to the typed text. */
  const isPicking = useSignal(false)

  function pick(token: Token) {
    if (!model.canUse(token.chainId)) return
    model.remember(token)
    app.pickToken(model.side, token)
  }

  /** A token on several networks is no choice yet: it expands into its networks. */
  function pickRow(row: PickerRow, index: number) {
    active.value = index
    if (row.kind === 'family') model.turn(row)
    else pick(row.token)
  }

  useEffect(
    () =>
      effect(() => {
        if (!isPicking.value || !model.isCurrent.value) return
        const row = model.rows.value[active.value]
        untracked(() => {
          isPicking.value = false
          if (row !== undefined) pickRow(row, active.value)
        })
      }),
    [model],
  )

  /** A new list starts with its first row active. */
  function begin() {
    active.value = 0
    isPicking.value = false
  }

  function clearSearch() {
    // The press removes its button.
    document.getElementById('token-search')?.focus()
    model.query.value = ''
    begin()
  }

  /** The token whose facts are shown in place of the list. */
  const shown = useSignal<Token | null>(null)
  const chosen = app.swap.draft[model.side].value
  if (shown.value !== null) {
    const token = shown.value
    return (
      <TokenSheet
        app={app}
        model={model}
        token={token}
        onPick={() => pick(token)}
        onClose={() => {
          shown.value = null
        }}
      />
    )
  }
  const isEmpty = model.rows.value.length === 0
  return (
    <Sheet
      key="list"
      title={t(model.side === 'input' ? 'tokenToSend' : 'tokenToReceive')}
      isTall
      focusSelector="input"
      onClose={app.closeSheet}
    >
      <TokenSearch model={model} active={active} isPicking={isPicking} onClear={clearSearch} />
      <ChainStrip app={app} model={model} onPick={begin} />
      {isEmpty && <Notices model={model} />}
      <TokenList
        model={model}
        active={active}
        chosen={chosen}
        onPick={pickRow}
        onClear={clearSearch}
        onInfo={(token, index) => {
          active.value = index
          model.touch()
          shown.value = token
        }}
      >
        <Shortcuts model={model} chosen={chosen} onPick={pick} />
        {(model.hasSmall.value || model.isSmallShown.value) && (
          <Switch
            label={t('smallBalances')}
            testid="small-shown"
            isOn={model.isSmallShown.value}
            onChange={(isOn) => {
              model.showSmall(isOn)
              begin()
            }}
          />
        )}
      </TokenList>
      {!isEmpty && <Notices model={model} />}
    </Sheet>
  )
}

/** Favorite and recent tokens with their networks, one press each. Renders nothing if there are none. */
function Shortcuts({
  model,
  chosen,
  onPick,
}: {
  model: PickerModel
  chosen: Token | null
  onPick: (token: Token) => void
}) {
  const { favourites, recent } = model.shortcuts.value
  if (favourites.length + recent.length === 0) return null
  return (
    <fieldset class="strip">
      <legend class="unseen">{t('tokenPills')}</legend>
      {[...favourites, ...recent].map((token) => (
        <Button
          key={tokenKey(token)}
          look="chip"
          testId={`token-pill-${token.chainId}-${token.address}`}
          aria-pressed={chosen !== null && tokenKey(token) === tokenKey(chosen)}
          onPress={() => onPick(token)}
        >
          {model.isFavourite(token) && (
            <>
              <Icon name="star" />
              <span class="unseen">{t('favourite')} </span>
            </>
          )}
          <TokenIcon token={token} size={24} />
          <b>
            <bdi>{token.symbol}</bdi>
          </b>{' '}
          <span class="faint">
            <bdi>{model.chainOf(token.chainId)?.name ?? ''}</bdi>
          </span>
        </Button>
      ))}
    </fieldset>
  )
}

/** Problems of the list. They stand below existing rows, so that a late problem does not move them. */
function Notices({ model }: { model: PickerModel }) {
  return (
    <div class="stack tight picker-notices">
      {model.problem.value !== null && (
        <ProblemNotice
          problem={model.problem.value}
          omitsMoney
          actions={
            <Button look="primary" onPress={model.retry}>
              {t('tryAgain')}
            </Button>
          }
        />
      )}
      {model.balancesOldMs.value !== null && !model.isHidden.value && (
        <p class="faint" data-testid="balances-age">
          {t('balancesOld', { time: momentText(model.balancesOldMs.value, Date.now()) })}
        </p>
      )}
    </div>
  )
}

function ChainStrip({ app, model, onPick }: { app: AppModel; model: PickerModel; onPick: () => void }) {
  const pick = (chainId: number | null) => {
    model.chainId.value = chainId
    onPick()
  }
  const favorites = app.start.settings.value.pinnedChainIds
  const order = (chainId: number) => (favorites.includes(chainId) ? -1 : rankChain(model, chainId))
  const chains = [...model.chains.value].sort((a, b) => order(a.chainId) - order(b.chainId))
  const picked = chains.find((chain) => chain.chainId === model.chainId.value)
  return (
    <fieldset class="strip">
      <legend class="unseen">{t('chain')}</legend>
      <Button
        look="chip"
        aria-pressed={model.chainId.value === null}
        testId="chain-filter-all"
        onPress={() => pick(null)}
      >
        {t('allChains')}
      </Button>
      {picked !== undefined && (
        <Button
          look="chip"
          testId="chain-pin"
          title={t('chainPin', { chain: picked.name })}
          aria-pressed={favorites.includes(picked.chainId)}
          onPress={() => app.start.saveSettings({ pinnedChainIds: toggle(favorites, picked.chainId) })}
        >
          <Icon name="pin" />
        </Button>
      )}
      {chains.map((chain) => (
        <Button
          key={chain.chainId}
          look="chip"
          testId={`chain-filter-${chain.chainId}`}
          aria-pressed={model.chainId.value === chain.chainId}
          isDisabled={!model.canUse(chain.chainId)}
          title={
            model.canUse(chain.chainId)
              ? undefined
              : t(model.side === 'input' ? 'formLimit_cannotSend' : 'cannotReceiveOn', { chain: chain.name })
          }
          onPress={() => pick(chain.chainId)}
        >
          <ChainMark chain={chain} />
          <bdi>{chain.name}</bdi>
        </Button>
      ))}
    </fieldset>
  )
}

function toggle(favorites: readonly number[], chainId: number): readonly number[] {
  return favorites.includes(chainId) ? favorites.filter((id) => id !== chainId) : [...favorites, chainId]
}

/** Sort rank: pinned networks first, then networks Ferry can sign on, unusable ones last. */
function rankChain(model: PickerModel, chainId: number): number {
  if (!model.canUse(chainId)) return 2
  return model.chainOf(chainId)?.isConfigured === true ? 0 : 1
}
