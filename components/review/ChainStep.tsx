import type { AppModel } from '../../lib/models/app-model.ts'
import type { ChainAccessModel } from '../../lib/models/review-model.ts'
import { walletWords } from '../../lib/wallet/known-wallets.ts'
import { Problem } from '../parts/Problem.tsx'
import { t, told } from '../parts/text.ts'

/** Shows the wallet asks before it uses the chain: said like every other step, and asked when the user wants it. */
export function ChainStep({ app, model, chain }: { app: AppModel; model: ChainAccessModel; chain: string }) {
  const wallet = app.start.account.value?.wallet
  if (model.asks.value !== true || !wallet) return null
  const problem = model.problem.value
  const words = walletWords(wallet, 'useChain')
  return (
    <li data-testid="chain-step">
      <span>{t('review_useChain', { chain })}</span>
      <span class="faint">{t('review_useChain_why', { chain })}</span>
      {words !== null && <span class="faint">{t('walletCallsIt', { wallet: wallet.name, words })}</span>}
      {problem !== null && (
        <span>
          <Problem problem={problem} tone="warning" isQuiet />
        </span>
      )}
      <span>
        <button
          type="button"
          class="secondary"
          data-testid="use-chain"
          disabled={model.isAsked.value}
          aria-busy={model.isAsked.value}
          onClick={() => void model.use()}
        >
          {told(model.isAsked.value ? 'useChainAsked' : 'useChainNow', { wallet: wallet.name || undefined })}
        </button>
      </span>
    </li>
  )
}
