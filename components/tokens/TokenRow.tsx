import { computed, type Signal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { nativeAddress, shortenHex } from '../../lib/base/hex.ts'
import type { PickerModel } from '../../lib/models/picker-model.ts'
import type { PickerRow } from '../../lib/models/picker-rows.ts'
import { type Token, tokenKey } from '../../lib/service/token.ts'
import { Icon } from '../parts/Icon.tsx'
import { ChainMark, Picture, TokenIcon } from '../parts/Picture.tsx'
import { t } from '../parts/text.ts'
import { HiddenAmount, heldText, TokenAmount } from './TokenAmount.tsx'

interface RowProps {
  readonly model: PickerModel
  readonly row: PickerRow
  readonly index: number
  /** Number of all rows. */
  readonly count: number
  /** Line of the list's grid. */
  readonly line: number
  readonly isActive: boolean
  /** Index of the row under the pointer. */
  readonly near: Signal<number>
  /** Key of the token that this side of the swap has now. */
  readonly chosenKey: string | null
  readonly onPick: () => void
}

export const optionId = (index: number): string => `option-${index}`

/** One row: a token, a token on several networks, or one of those networks. */
export function TokenRow({ model, row, index, count, line, isActive, near, chosenKey, onPick }: RowProps) {
  const element = useRef<HTMLDivElement>(null)
  // A signal as an attribute: the pointer renders no row.
  const isNear = useMemo(() => computed(() => near.value === index), [near, index])
  const wasSeen = useWasSeen(element)
  const { kind, token } = row
  const isOpen = row.kind === 'family' && row.isOpen
  const tokens = row.kind !== 'family' ? [token] : isOpen ? [] : row.networks
  const unitsOf = (one: Token) => model.balances.value[tokenKey(one)] ?? '0'
  const isHeld = (row.kind === 'family' ? row.networks : [token]).some((one) => unitsOf(one) !== '0')
  const isChosen = tokens.some((one) => tokenKey(one) === chosenKey)
  return (
    <div
      ref={element}
      role="option"
      tabIndex={-1}
      id={optionId(index)}
      aria-selected={isChosen}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-disabled={kind !== 'family' && !model.canUse(token.chainId)}
      class={`line loose token-row row-${kind}${isOpen ? ' open' : ''}`}
      data-active={isActive}
      data-near={isNear}
      style={{ '--line': line }}
      data-testid={
        kind === 'family'
          ? `token-family-${token.symbol}`
          : `token-option-${tokenKey(token).replace(':', '-')}`
      }
      onClick={onPick}
      onPointerEnter={() => {
        near.value = index
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onPick()
      }}
    >
      {row.kind === 'family' ? (
        <FamilyWords model={model} family={row} wasSeen={wasSeen} />
      ) : row.kind === 'network' ? (
        <NetworkWords model={model} token={token} />
      ) : (
        <TokenWords model={model} token={wasSeen ? token : { ...token, logoURI: null }} />
      )}
      {model.isHidden.value ? (
        isHeld && <HiddenAmount />
      ) : row.kind === 'family' ? (
        <FamilyAmount model={model} networks={row.networks} />
      ) : (
        <TokenAmount text={heldText(token, unitsOf(token))} valueInUsd={model.valueInUsdOf(token)} />
      )}
      {isChosen && (
        <span class="token-chosen">
          <Icon name="check" />
          <span class="unseen">{t('tokenChosen')}</span>
        </span>
      )}
      {row.kind === 'family' && (
        <span class="token-turn">
          <Icon name="down" />
          <span class="unseen">{t(isOpen ? 'networksHide' : 'networksShow')}</span>
        </span>
      )}
    </div>
  )
}

/** Whether the row was ever visible or near: a logo is loaded only then. */
function useWasSeen(row: RefObject<HTMLElement | null>): boolean {
  const wasSeen = useSignal(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) wasSeen.value = true
      },
      { rootMargin: '50%' },
    )
    if (row.current !== null && !wasSeen.value) observer.observe(row.current)
    return () => observer.disconnect()
  }, [wasSeen.value])
  return wasSeen.value
}

interface WordsProps {
  readonly model: PickerModel
  readonly token: Token
}

function TokenWords({ model, token }: WordsProps) {
  return (
    <>
      <TokenIcon token={token} size={36} />
      <span class="row-words">
        <span class="token-row-name">
          <b class="token-symbol" title={token.symbol}>
            <bdi>{token.symbol}</bdi>
          </b>
          {token.imitates !== undefined ? (
            <span class="tag danger">{t('notTheKnown', { symbol: token.imitates })}</span>
          ) : (
            !token.isVerified && <span class="tag warning">{t('unverified')}</span>
          )}
          {token.isOddlyNamed && <span class="tag warning">{t('oddlyNamed')}</span>}
        </span>
        <span class="token-row-place faint">
          <span class="token-row-names">
            <bdi class="token-name" title={token.name}>
              {token.name}
            </bdi>
            <span class="token-dot"> · </span>
            <bdi class="token-chain">{model.chainOf(token.chainId)?.name ?? ''}</bdi>
          </span>
          <span class="token-address">{addressText(token)}</span>
        </span>
      </span>
    </>
  )
}

function NetworkWords({ model, token }: WordsProps) {
  const chain = model.chainOf(token.chainId)
  return (
    <>
      {chain !== undefined && <ChainMark chain={chain} />}
      <span class="row-words">
        <span>
          <span class="unseen">{token.symbol} </span>
          <bdi>{chain?.name ?? ''}</bdi>
        </span>
        <span class="faint token-address">{addressText(token).slice(3)}</span>
      </span>
    </>
  )
}

/** A token on several networks. Picking it expands them and chooses none. */
function FamilyWords({
  model,
  family: { token, networks },
  wasSeen,
}: {
  model: PickerModel
  family: Extract<PickerRow, { kind: 'family' }>
  wasSeen: boolean
}) {
  const chains = networks.flatMap(({ chainId }) => model.chainOf(chainId) ?? [])
  const logo = networks.find(({ logoURI }) => logoURI !== null)?.logoURI ?? null
  return (
    <>
      <span class="token-icon token-icon-36" aria-hidden="true">
        <Picture url={wasSeen ? logo : null} name={token.symbol} />
      </span>
      <span class="row-words">
        <span class="token-row-name">
          <b class="token-symbol">
            <bdi>{token.symbol}</bdi>
          </b>
          <span class="token-marks">
            {chains.slice(0, 4).map((chain) => (
              <ChainMark key={chain.chainId} chain={chain} />
            ))}
          </span>
        </span>
        <span class="token-row-place faint">
          <span class="token-row-names">
            <bdi class="token-name" title={token.name}>
              {token.name}
            </bdi>
            <span class="token-dot"> · </span>
            <span class="token-chain">{t('tokenNetworks', { count: networks.length })}</span>
          </span>
        </span>
      </span>
    </>
  )
}

function FamilyAmount({ model, networks }: { model: PickerModel; networks: readonly Token[] }) {
  const { units, decimals, worthInUsd } = model.sumNetworks(networks)
  const symbol = networks[0]?.symbol ?? ''
  return <TokenAmount text={heldText({ decimals, symbol }, units)} valueInUsd={worthInUsd} />
}

/** A native currency has no meaningful address. */
const addressText = ({ address }: Token) => (address === nativeAddress ? '' : ` · ${shortenHex(address)}`)
