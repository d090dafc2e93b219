import type { ComponentChildren } from 'preact'
import type { AppModel } from '../../lib/models/app-model.ts'
import { CopyButton } from '../parts/CopyButton.tsx'
import { ChunkedAddress } from '../parts/IdFact.tsx'
import { t, tWithFacts } from '../parts/text.ts'

/** Returns the heading above the wallet requests of a review. It names the wallet, if it has a name. */
export function walletConfirmsText({ start }: AppModel): string {
  return tWithFacts('walletConfirms', { wallet: start.account.value?.wallet?.name || undefined })
}

/** One numbered wallet request of a review: its name and its gas, then what else the wallet shows. */
export function WalletRequest({
  name,
  gas,
  children,
}: {
  name: string
  gas: string
  children?: ComponentChildren
}) {
  return (
    <li>
      <span class="line wrap between step-line">
        <span>{name}</span> <span class="faint numbers">{gas}</span>
      </span>
      {children}
    </li>
  )
}

export interface NamedAddress {
  /** What the contract is for: `Spender: Permit2`. */
  readonly name: string
  readonly address: string
}

/** Shows addresses in full, in groups of four, under their names: the wallet shows them too. */
export function ContractAddresses({
  contracts,
}: {
  contracts: readonly (NamedAddress & { label?: string })[]
}) {
  return (
    <dl class="facts compared" data-testid="step-contracts">
      {contracts.map(({ label, name, address }) => (
        <div key={`${label} ${name}`}>
          <dt>{label === undefined ? name : `${label} · ${name}`}</dt>
          <dd class="long-hex">
            <ChunkedAddress text={address} />
            <CopyButton label={t('copyNamed', { name })} read={() => address} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
