import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { nativeAddress } from '../../lib/base/hex.ts'
import type { PickerModel } from '../../lib/models/picker-model.ts'
import type { PickerRow } from '../../lib/models/picker-rows.ts'
import { type Token, tokenKey } from '../../lib/service/token.ts'
import { balanceOf, formatDollars, shortenHex } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { Skeleton } from '../parts/Lazy.tsx'
import { ChainMark, Picture, TokenIcon } from '../parts/Picture.tsx'
import { t } from '../parts/text.ts'
import { optionId } from './list-window.ts'

interface Option {
  readonly index: number
  readonly total: number
  readonly isActive: boolean
  /** Key of the token that this side of the swap has now. */
  readonly chosenKey: string | null
  /** The list is scrolling: load no icons for passing rows. */
  readonly isMoving: boolean
}

interface WordsProps {
  readonly model: PickerModel
  readonly token: Token
}

/** One row: a token, a token on several networks, one of those networks, or a placeholder while it loads. */
export function TokenRow({
  model,
  row,
  option,
  onPick,
}: {
  model: PickerModel
  row: PickerRow | null
  option: Option
  onPick: () => void
}) {
  const wasStill = useRef(false)
  wasStill.current ||= !option.isMoving
  if (row === null) return <LoadingLine option={option} />
  if (row.kind === 'family') return <FamilyLine model={model} family={row} option={option} onPick={onPick} />
  const { token, kind } = row
  const Words = kind === 'network' ? NetworkWords : TokenWords
  return (
    <Line
      option={option}
      kind={kind}
      isChosen={tokenKey(token) === option.chosenKey}
      isUsable={model.canUse(token.chainId)}
      testid={`token-option-${tokenKey(token).replace(':', '-')}`}
      onPick={onPick}
    >
      <Words model={model} token={wasStill.current ? token : { ...token, logoURI: null }} />
      <Amount
        text={model.isHidden.value ? '' : heldText(token, model.balances.value[tokenKey(token)] ?? '0')}
        valueInUsd={model.valueInUsdOf(token)}
      />
    </Line>
  )
}

function Line({
  option: { index, total, isActive },
  kind = 'token',
  isChosen = false,
  isUsable,
  isOpen,
  testid,
  onPick,
  children,
}: {
  option: Option
  kind?: PickerRow['kind']
  isChosen?: boolean
  isUsable: boolean
  isOpen?: boolean
  testid?: string
  onPick?: () => void
  children: ComponentChildren
}) {
  return (
    <div
      role="option"
      tabIndex={-1}
      id={optionId(index)}
      aria-selected={isChosen}
      aria-posinset={index + 1}
      aria-setsize={total}
      aria-disabled={!isUsable}
      class={`token-row row-${kind}`}
      data-active={isActive}
      data-testid={testid}
      onClick={onPick}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onPick?.()
      }}
    >
      {children}
      {isChosen && (
        <span class="token-chosen">
          <Icon name="check" />
          <span class="unseen">{t('tokenChosen')}</span>
        </span>
      )}
      {isOpen !== undefined && (
        <span class={isOpen ? 'token-turn open' : 'token-turn'}>
          <Icon name="down" />
          <span class="unseen">{t(isOpen ? 'networksHide' : 'networksShow')}</span>
        </span>
      )}
    </div>
  )
}

function LoadingLine({ option }: { option: Option }) {
  return (
    <Line option={option} isUsable={false}>
      <span class="unseen">{t('loading')}</span>
      <span class="skeleton round" />
      <span class="token-row-words">
        <Skeleton width={6} />
        <Skeleton width={14} />
      </span>
    </Line>
  )
}

function TokenWords({ model, token }: WordsProps) {
  return (
    <>
      <TokenIcon token={token} size={36} />
      <span class="token-row-words">
        <span class="token-row-name">
          <b class="token-symbol" title={token.symbol}>
            <bdi>{token.symbol}</bdi>
          </b>
          {token.imitates !== undefined ? (
            <span class="tag warning">{t('notTheKnown', { symbol: token.imitates })}</span>
          ) : (
            !token.isVerified && <span class="tag warning">{t('unverified')}</span>
          )}
          {token.isOddlyNamed && <span class="tag warning">{t('oddlyNamed')}</span>}
        </span>
        <span class="token-row-place faint">
          <bdi class="token-name" title={token.name}>
            {token.name}
          </bdi>
          <span class="token-chain">
            {` · ${model.chainOf(token.chainId)?.name ?? ''}${addressText(token)}`}
          </span>
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
      <span class="token-row-words">
        <span>
          <span class="unseen">{token.symbol} </span>
          <bdi>{chain?.name ?? ''}</bdi>
        </span>
        <span class="faint">{addressText(token).slice(3)}</span>
      </span>
    </>
  )
}

/** A token on several networks. Picking it expands them and chooses none. */
function FamilyLine({
  model,
  family,
  option,
  onPick,
}: {
  model: PickerModel
  family: Extract<PickerRow, { kind: 'family' }>
  option: Option
  onPick: () => void
}) {
  const { token, networks, isOpen } = family
  const chains = networks.flatMap(({ chainId }) => model.chainOf(chainId) ?? [])
  const { units, decimals, worthInUsd } = model.sumNetworks(networks)
  return (
    <Line
      option={option}
      kind="family"
      isChosen={!isOpen && networks.some((one) => tokenKey(one) === option.chosenKey)}
      isUsable
      testid={`token-family-${token.symbol}`}
      isOpen={isOpen}
      onPick={onPick}
    >
      <span class="token-icon token-icon-36" aria-hidden="true">
        <Picture
          url={networks.find(({ logoURI }) => logoURI !== null)?.logoURI ?? null}
          name={token.symbol}
        />
      </span>
      <span class="token-row-words">
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
          <bdi class="token-name" title={token.name}>
            {token.name}
          </bdi>
          <span class="token-chain"> · {t('tokenNetworks', { count: networks.length })}</span>
        </span>
      </span>
      <Amount text={heldText({ decimals }, units)} valueInUsd={worthInUsd} />
    </Line>
  )
}

function Amount({ text, valueInUsd }: { text: string; valueInUsd: string | null }) {
  return (
    <span class="token-amount numbers" title={text}>
      <span>{text}</span>
      {valueInUsd !== null && <span class="faint">{formatDollars(valueInUsd)}</span>}
    </span>
  )
}

const heldText = (token: Pick<Token, 'decimals'>, units: string) =>
  units === '0' ? '' : balanceOf(units, token)

/** A native currency has no meaningful address. */
const addressText = ({ address }: Token) => (address === nativeAddress ? '' : ` · ${shortenHex(address)}`)
