import type { ComponentChildren } from 'preact'
import { type ExplorerLink, transactionLink } from '../../lib/base/explorer-link.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { FeeKind, RouteFee } from '../../lib/quote/route-summary.ts'
import { CopyButton } from './CopyButton.tsx'
import { costInDollars, costOf, shortHex } from './format.ts'
import { Icon } from './Icon.tsx'
import { t } from './text.ts'

/**
 * Shows an id or address with the way to its explorer, where one is known; `what` says of it what those hear who do not
 * see the line around it. A host that only the service names is shown with that word.
 */
function OutLink({ link, text, what }: { link: ExplorerLink | null; text: string; what: string }) {
  if (link === null) return <code title={text}>{shortHex(text)}</code>
  return (
    <>
      <a href={link.url} target="_blank" rel="noreferrer noopener">
        <span class="unseen">{what} </span>
        {shortHex(text)}
        <Icon name="out" />
      </a>
      {link.toldHost !== null && (
        <span class="faint" data-testid="explorer-told">
          {' '}
          {t('explorerTold', { host: link.toldHost })}
        </span>
      )}
    </>
  )
}

/** Stands in a text for what is no text: the fact that `Slotted` puts its children in place of. */
export const slot = '\ufffc'

/** Shows a sentence with an element in it, wherever its language wants that. */
export function Slotted({ text, children }: { text: string; children: ComponentChildren }) {
  const at = text.indexOf(slot)
  return (
    <>
      {text.slice(0, at)}
      {children}
      {text.slice(at + slot.length)}
    </>
  )
}

/** Shows an id in a list of facts: short to look at, whole to copy; nothing where there is none. */
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
    <div>
      <dt>{name}</dt>
      <dd>
        <OutLink link={link} text={value} what={name} />
        <CopyButton label={t('copyNamed', { name })} read={() => value} />
      </dd>
    </div>
  )
}

/**
 * Shows a transaction in its chain's explorer; a text that is none of that chain's is shown, never made a part of an
 * address.
 */
export function TransactionLink({ app, chainId, hash }: { app: AppModel; chainId: number; hash: string }) {
  const chain = app.start.chainOf(chainId)
  return (
    <OutLink
      link={transactionLink(chain, hash)}
      text={hash}
      what={t('explorerOf', { chain: chain?.name ?? String(chainId) })}
    />
  )
}

/** Shows fees by name, one row each: the same on the review as with the order it became. */
export function FeeRows({
  fees,
  unknownFees,
}: {
  fees: readonly RouteFee[]
  unknownFees: readonly FeeKind[]
}) {
  return (
    <>
      {fees.map(({ kind, token, amount, feeInUsd }) => (
        <div key={`${kind} ${token.address}`} data-testid={`fee-${kind}`}>
          <dt>{t(`fee_${kind}`)}</dt>
          <dd>
            {costOf(amount, token)}
            {feeInUsd !== null && <span class="faint"> · {costInDollars(feeInUsd)}</span>}
          </dd>
        </div>
      ))}
      {unknownFees.map((kind) => (
        <div key={`unknown ${kind}`} data-testid={`fee-${kind}`}>
          <dt>{t(`fee_${kind}`)}</dt>
          <dd>{t('feeUnsaid')}</dd>
        </div>
      ))}
    </>
  )
}

const chunkLength = 4

/** Shows a long address in groups of four, to be compared by eye; it is read, found and selected as one text. */
export function Chunked({ text }: { text: string }) {
  const chunks = text.match(new RegExp(`^0x|.{1,${chunkLength}}`, 'g')) ?? [text]
  return (
    <bdi class="chunked">
      {chunks.map((chunk, index) => (
        <span key={`${index} ${chunk}`}>{chunk}</span>
      ))}
    </bdi>
  )
}
