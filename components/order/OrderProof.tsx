import { isEndVerified } from '../../lib/order/order-state.ts'
import { writeText } from '../parts/text.ts'
import type { OrderProps } from './order-props.ts'

/** Says whether the network has shown how a swap ended, or only a report. */
export function OrderProof({ order, description }: Pick<OrderProps, 'order' | 'description'>) {
  if (description.proof === null) return null
  const isVerified = isEndVerified(order)
  const { text, more } = description.proof
  return (
    <p
      class={`evidence line tight small ${description.tone === 'success' ? 'tone-good' : 'faint'}`}
      data-testid="evidence"
      data-verified={isVerified}
      data-doubt={order.doubt ?? ''}
    >
      <Shield isFilled={isVerified} />
      <span>
        {writeText(text)}
        {more !== null && (
          <>
            <br />
            {writeText(more)}
          </>
        )}
      </span>
    </p>
  )
}

/** A shield: filled for a verified end, an outline for a reported one. */
export function Shield({ isFilled }: { isFilled: boolean }) {
  return (
    <svg class={isFilled ? 'icon full' : 'icon'} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M10 2.5 4 4.8v4.7c0 4 2.6 6.8 6 8 3.4-1.2 6-4 6-8V4.8z" />
      {isFilled && <path class="shield-tick" d="m7.2 9.8 2 2 3.6-3.8" />}
    </svg>
  )
}
