import type { Catalogue } from './catalogue.ts'
import { farTransactionId } from './far-address.ts'
import type { RoutedToken } from './listed-token.ts'

type Balances = { [chainId: string]: { [token: string]: string } }

export class FarLedger {
  readonly #catalogue: Catalogue
  #payments: { readonly token: RoutedToken; readonly units: bigint; readonly receiver: string }[] = []

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
  }

  /** Pays an account. Returns a transaction id in the chain's own format. */
  pay(token: RoutedToken, units: bigint, receiver: string): string {
    this.#payments.push({ token, units, receiver })
    return this.transactionId(token.chainId, `${this.#payments.length} ${receiver} ${units}`)
  }

  transactionId(chainId: number, seed: string): string {
    return farTransactionId(this.#catalogue.formOf(chainId), `${chainId} ${seed}`)
  }

  /** The payments to an account, in units by chain and token. */
  balances(receiver: string): Balances {
    const balances: Balances = {}
    for (const { token, units } of this.#payments.filter((payment) => payment.receiver === receiver)) {
      const held = balances[token.chainId] ?? {}
      held[token.address] = String(BigInt(held[token.address] ?? 0) + units)
      balances[token.chainId] = held
    }
    return balances
  }

  reset(): void {
    this.#payments = []
  }
}
