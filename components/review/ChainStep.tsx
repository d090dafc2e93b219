import type { AppModel } from '../../lib/models/app-model.ts'
import type { ChainAccessModel } from '../../lib/models/review-model.ts'
import { walletWords } from '../../lib/wallet/wallet-questions.ts'
import { Problem } from '../parts/Problem.tsx'
import { t, told } from '../parts/text.ts'

/** Shows what the wallet asks before it is on the chain: said like every other step, and asked when the user wants it. */
export function ChainStep({ app, model, chain }: { app: AppModel; model: ChainAccessModel; chain: string }) {
  const wallet = app.start.account.value?.wallet
  if (!wallet) return null
  const questions = model.questions.value
  const problem = model.problem.value
  return questions.map((question, index) => {
    const words = walletWords(wallet, question)
    return (
      <li key={question} data-testid="chain-step" data-question={question}>
        <span>{t(`review_${question}`, { chain })}</span>
        {index === 0 && <span class="faint">{t(`review_${question}_why`, { chain })}</span>}
        {words !== null && <span class="faint">{t('walletCallsIt', { wallet: wallet.name, words })}</span>}
        {index === 0 && problem !== null && (
          <span>
            <Problem problem={problem} tone="warning" isQuiet />
          </span>
        )}
        {index === 0 && (
          <span>
            <button
              type="button"
              class="secondary"
              data-testid="use-chain"
              disabled={model.isAsked.value}
              aria-busy={model.isAsked.value}
              onClick={() => void model.use()}
            >
              {told(model.isAsked.value ? 'useChainAsked' : 'useChainNow', {
                wallet: wallet.name || undefined,
              })}
            </button>
          </span>
        )}
      </li>
    )
  })
}
