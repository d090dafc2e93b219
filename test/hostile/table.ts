import { contractLies } from './contract.ts'
import { deniedLies } from './denied-requests.ts'
import { deploymentLies } from './deployment.ts'
import { depositLies } from './deposit.ts'
import { emptyListLies } from './empty-lists.ts'
import { endpointLies, tokenLies } from './endpoint.ts'
import { onceLies } from './endpoint-once.ts'
import type { Lie } from './lie.ts'
import { manualLies } from './manual.ts'
import { pageLies } from './page.ts'
import { pageWalletLies } from './page-wallet.ts'
import { revokeLies } from './revoke.ts'
import { addressFormatLies } from './service-address-formats.ts'
import { answerLies } from './service-answer.ts'
import { delegateLies } from './service-delegate.ts'
import { feeLies } from './service-fee.ts'
import { historyLies } from './service-history.ts'
import { intermediateSwapLies } from './service-intermediate-swap.ts'
import { nameLies } from './service-names.ts'
import { priceLies } from './service-prices.ts'
import { quoteLies } from './service-quote.ts'
import { refundLies } from './service-refund.ts'
import { requoteLies } from './service-requote.ts'
import { statusLies } from './service-status.ts'
import { timeLies } from './service-time.ts'
import { transactionLies } from './service-transaction.ts'
import { typedDataLies } from './service-typed-data.ts'
import { storageLies } from './storage.ts'
import { twoOrderLies } from './two-orders.ts'
import { walletLies } from './wallet.ts'

export const table: readonly Lie[] = [
  ...typedDataLies,
  ...transactionLies,
  ...delegateLies,
  ...feeLies,
  ...timeLies,
  ...quoteLies,
  ...requoteLies,
  ...priceLies,
  ...answerLies,
  ...nameLies,
  ...historyLies,
  ...addressFormatLies,
  ...intermediateSwapLies,
  ...manualLies,
  ...depositLies,
  ...contractLies,
  ...statusLies,
  ...refundLies,
  ...twoOrderLies,
  ...walletLies,
  ...deniedLies,
  ...endpointLies,
  ...onceLies,
  ...tokenLies,
  ...storageLies,
  ...revokeLies,
  ...pageLies,
  ...pageWalletLies,
  ...deploymentLies,
  ...emptyListLies,
]
