import { useRef } from 'preact/hooks'
import { nativeAddress } from '../../lib/base/hex.ts'
import type { Token } from '../../lib/service/token.ts'
import { amountOf, dollars, shortHex } from '../parts/format.ts'
import { TokenIcon } from '../parts/Picture.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { t } from '../parts/text.ts'
import { optionId } from './list-window.ts'

/** Where a row stands among all of them. */
interface Option {
  readonly index: number
  readonly total: number
  readonly isActive: boolean
}

/** What the list's keys and a screen reader know a row by. */
function placeOf({ index, total, isActive }: Option) {
  return {
    id: optionId(index),
    'aria-selected': isActive,
    'aria-posinset': index + 1,
    'aria-setsize': total,
  } as const
}

/** Shows one token of the picker. */
export function TokenRow({
  option,
  token,
  chainName,
  balance,
  worthInUsd,
  isFavourite,
  isUsable,
  isMoving,
  onPick,
}: {
  option: Option
  token: Token
  chainName: string
  balance: string | null
  /** Dollars; null where nobody knows. */
  worthInUsd: string | null
  isFavourite: boolean
  isUsable: boolean
  /** The list is being scrolled: of what only passes by no picture is fetched. */
  isMoving: boolean
  onPick: () => void
}) {
  const hasRested = useRef(false)
  if (!isMoving) hasRested.current = true
  const amount = balance === null || balance === '0' ? '' : amountOf(balance, token)
  return (
    <div
      role="option"
      tabIndex={-1}
      {...placeOf(option)}
      aria-disabled={!isUsable}
      class="token-row"
      data-testid={`token-option-${token.chainId}-${token.address}`}
      onClick={onPick}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onPick()
      }}
    >
      <TokenIcon token={hasRested.current ? token : { ...token, logoURI: null }} size={36} />
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
          {isFavourite && (
            <span class="favourite" role="img" aria-label={t('favourite')}>
              ★
            </span>
          )}
          {token.isOddlyNamed && <span class="tag warning">{t('oddlyNamed')}</span>}
        </span>
        <span class="token-row-place faint">
          <bdi class="token-name" title={token.name}>
            {token.name}
          </bdi>
          <span class="token-chain">
            {' '}
            · {chainName}
            {token.address !== nativeAddress && ` · ${shortHex(token.address)}`}
          </span>
        </span>
      </span>
      <span class="token-amount numbers" title={amount}>
        <span>{amount}</span>
        {worthInUsd !== null && <span class="faint">{dollars(worthInUsd)}</span>}
      </span>
    </div>
  )
}

/** Shows the place of a token that is being read. */
export function LoadingRow({ option }: { option: Option }) {
  return (
    <div
      role="option"
      tabIndex={-1}
      {...placeOf(option)}
      aria-disabled="true"
      aria-label={t('loading')}
      class="token-row"
    >
      <span class="skeleton round" />
      <span class="token-row-words">
        <Skeleton width={6} />
        <Skeleton width={14} />
      </span>
    </div>
  )
}
