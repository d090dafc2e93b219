import type { AppModel } from '../../lib/models/app-model.ts'
import { describeNetworks, describeTokens } from '../../lib/order/describe-pair.ts'
import { tokenKey } from '../../lib/service/token.ts'
import { Button } from '../parts/Button.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { t, writeFact } from '../parts/text.ts'

/** Shows recently swapped pairs. One press fills the form. */
export function RecentPairs({ app }: { app: AppModel }) {
  const { draft } = app.swap
  const { chainOf } = app.start
  const pairs = app.recentPairs.pairs.value.filter(
    ({ input, output }) => chainOf(input.chainId) !== undefined && chainOf(output.chainId) !== undefined,
  )
  if (pairs.length === 0) return null
  return (
    <section class="stack tight inset recent-pairs" aria-labelledby="recent-pairs-label">
      <h2 id="recent-pairs-label" class="label inset">
        {t('recentPairs')}
      </h2>
      <ul class="stack tight">
        {pairs.map(({ input, output }) => {
          const pair = { inputToken: input, inputAmount: null, outputToken: output }
          return (
            <li key={`${tokenKey(input)} ${tokenKey(output)}`}>
              <Button
                look="chip"
                testId="recent-pair"
                onPress={() => {
                  draft.pick('input', input)
                  draft.pick('output', output)
                  document.getElementById('amount')?.focus()
                }}
              >
                <TokenIcon token={input} size={24} />
                <TokenIcon token={output} size={24} />
                <span>{writeFact(describeTokens(pair))}</span>
                <span class="faint end">{writeFact(describeNetworks(pair, app.start))}</span>
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
