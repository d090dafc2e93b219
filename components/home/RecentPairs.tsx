import type { AppModel } from '../../lib/models/app-model.ts'
import { tokenKey } from '../../lib/service/token.ts'
import { TokenIcon } from '../parts/Picture.tsx'
import { t } from '../parts/text.ts'

/** Shows the pairs swapped last while the form is empty, each one press away; nothing where there are none. */
export function RecentPairs({ app }: { app: AppModel }) {
  const { draft } = app.swap
  const { chainOf, chainName } = app.start
  const pairs = app.recentPairs.pairs.value.filter(
    ({ input, output }) => chainOf(input.chainId) !== undefined && chainOf(output.chainId) !== undefined,
  )
  if (draft.amount.value.kind !== 'empty' || pairs.length === 0) return null
  return (
    <section class="recent-pairs" aria-labelledby="recent-pairs-label">
      <h2 id="recent-pairs-label" class="label">
        {t('recentPairs')}
      </h2>
      <ul>
        {pairs.map(({ input, output }) => (
          <li key={`${tokenKey(input)} ${tokenKey(output)}`}>
            <button
              type="button"
              class="chip"
              data-testid="recent-pair"
              onClick={() => {
                draft.pick('input', input)
                draft.pick('output', output)
                document.getElementById('amount')?.focus()
              }}
            >
              <TokenIcon token={input} size={24} />
              <TokenIcon token={output} size={24} />
              <span>
                <bdi>{input.symbol}</bdi> → <bdi>{output.symbol}</bdi>
              </span>
              <span class="faint">
                <bdi>{chainName(input.chainId)}</bdi> → <bdi>{chainName(output.chainId)}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
