import type { ComponentChildren } from 'preact'
import { type ExplorerLink, transactionLink } from '../../lib/base/explorer-link.ts'
import { shortenHex } from '../../lib/base/hex.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { FeeList, SwapCost } from '../../lib/quote/swap-cost.ts'
import { aboutCostOf, formatCostInDollars } from './amount-text.ts'
import { CopyButton } from './CopyButton.tsx'
import { Icon } from './Icon.tsx'
import { t } from './text.ts'

/** If only the service reports the explorer, its host is shown too. */
function ExternalLink({
  link,
  text,
  readerLabel,
  label,
  testId,
}: {
  link: ExplorerLink | null
  text: string
  readerLabel: string
  /** Shown instead of the shortened text. */
  label?: string | undefined
  testId?: string
}) {
  if (link === null) return <code title={text}>{shortenHex(text)}</code>
  return (
    <>
      <a href={link.url} target="_blank" rel="noreferrer noopener" data-testid={testId}>
        {label ?? (
          <>
            <span class="unseen">{readerLabel} </span>
            {shortenHex(text)}
          </>
        )}
        <Icon name="out" />
      </a>
      {link.unverifiedHost !== null && (
        <span class="below faint" data-testid="explorer-reported">
          {' '}
          {t('explorerReported', { host: link.unverifiedHost })}
        </span>
      )}
    </>
  )
}

/** A link to an address in the explorer. Renders nothing without one. */
export function AddressLink({ link, testId }: { link: ExplorerLink | null; testId: string }) {
  if (link === null) return null
  return (
    <p class="small">
      <ExternalLink link={link} text="" readerLabel="" label={t('viewOnExplorer')} testId={testId} />
    </p>
  )
}

/** Placeholder character in a text that `TextWithSlot` replaces by its children. */
export const slot = '\ufffc'

/** Renders a sentence with an element at the position that the language requires. */
export function TextWithSlot({ text, children }: { text: string; children: ComponentChildren }) {
  const at = text.indexOf(slot)
  return (
    <>
      {text.slice(0, at)}
      {children}
      {text.slice(at + slot.length)}
    </>
  )
}

/** One row of a list of facts: its name, and its value at the end of the line. */
export function Fact({
  name,
  testId,
  children,
}: {
  name: string
  testId?: string
  children: ComponentChildren
}) {
  return (
    <div data-testid={testId}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A fact that is a name or another text with a direction of its own. Renders nothing without one. */
export function TextFact({ name, text }: { name: string; text: string | null }) {
  if (text === null) return null
  return (
    <Fact name={name}>
      <bdi>{text}</bdi>
    </Fact>
  )
}

/** Shows a shortened ID with a button that copies all of it. Renders nothing without an ID. */
export function IdFact({
  name,
  value,
  link = null,
}: {
  name: string
  value: string | null
  link?: ExplorerLink | null
}) {
  if (value === null) return null
  return (
    <Fact name={name}>
      <ExternalLink link={link} text={value} readerLabel={name} />
      <CopyButton label={t('copyNamed', { name })} read={() => value} />
    </Fact>
  )
}

/** Text in another format than the chain's is shown, but never becomes part of a URL. */
export function TransactionLink({
  app,
  chainId,
  hash,
  label,
}: {
  app: AppModel
  chainId: number
  hash: string
  label?: string
}) {
  const chain = app.start.chainOf(chainId)
  return (
    <ExternalLink
      link={transactionLink(chain, hash)}
      text={hash}
      readerLabel={t('explorerOf', { chain: app.start.chainName(chainId) })}
      label={label}
    />
  )
}

/** The parts of a cost, one row each: every fee, and the rest. The review and the order screen share it. */
export function CostRows({ list, cost }: { list: FeeList; cost: SwapCost | null }) {
  const approvalGas = cost?.approvalGasInUsd
  return (
    <>
      {approvalGas !== undefined && approvalGas !== '0' && (
        <Fact name={t('costApproval')} testId="fee-approval">
          {approvalGas === null
            ? t('unknown')
            : t('costAtMost', { amount: formatCostInDollars(approvalGas) })}
        </Fact>
      )}
      {list.fees.map(({ kind, token, amount, feeInUsd }) => (
        <Fact key={`${kind} ${token.address}`} name={t(`fee_${kind}`)} testId={`fee-${kind}`}>
          {feeInUsd === null ? (
            aboutCostOf(amount, token)
          ) : (
            <>
              {formatCostInDollars(feeInUsd)} <span class="faint">· {aboutCostOf(amount, token)}</span>
            </>
          )}
        </Fact>
      ))}
      {list.unknownFees.map((kind) => (
        <Fact key={`unknown ${kind}`} name={t(`fee_${kind}`)} testId={`fee-${kind}`}>
          {t('feeUnsaid')}
        </Fact>
      ))}
      {cost !== null && (
        <Fact name={t(restName(cost))} testId="cost-rest">
          {formatCostInDollars(cost.restInUsd)}
        </Fact>
      )}
    </>
  )
}

function restName({ includesRefuel, isRestPrice }: SwapCost) {
  if (includesRefuel) return 'costRestRefuel'
  return isRestPrice ? 'priceDifference' : 'costRest'
}

const chunkLength = 4

/**
 * Shows a long address in groups of four for comparison by eye. Screen readers, search and selection treat it
 * as one text.
 */
export function ChunkedAddress({ text }: { text: string }) {
  const chunks = text.match(new RegExp(`^0x|.{1,${chunkLength}}`, 'g')) ?? [text]
  return (
    <bdi class="chunked">
      {chunks.map((chunk, index) => (
        <span key={`${index} ${chunk}`}>{chunk}</span>
      ))}
    </bdi>
  )
}
