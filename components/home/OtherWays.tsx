import type { AppModel } from '../../lib/models/app-model.ts'
import { t } from '../parts/text.ts'

/** Shows the ways to swap this pair that are open and not asked for yet, each one press away; `ways` narrows them. */
export function OtherWays({
  app,
  ways = ['manual', 'deposit'],
}: {
  app: AppModel
  ways?: readonly ('manual' | 'deposit')[]
}) {
  const { otherWays, askManual, payByDeposit, draft } = app.swap
  const open = ways.filter((way) => otherWays.value.includes(way))
  return (
    <>
      {open.map((way) => (
        <button
          key={way}
          type="button"
          class="plain"
          data-testid={`${way}-instead`}
          onClick={() => {
            if (way === 'manual') return askManual()
            payByDeposit()
            // Where to send back what cannot be swapped has to be said.
            if (draft.options.value.refundAddress === undefined) app.openSheet({ name: 'advanced' })
          }}
        >
          {t(`wayInstead_${way}`)}
        </button>
      ))}
    </>
  )
}
