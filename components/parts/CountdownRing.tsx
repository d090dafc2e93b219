const length = 2 * Math.PI * 10

/** A ring that empties with the share of the time that is left, from 1 to 0. For the eye only: the caller says the time. */
export function CountdownRing({ share, isBusy = false }: { share: number; isBusy?: boolean }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" class={isBusy ? 'ring-drawing ring-busy' : 'ring-drawing'}>
      <circle class="ring-track" cx="12" cy="12" r="10" />
      <circle
        class="ring-left"
        cx="12"
        cy="12"
        r="10"
        stroke-dasharray={length}
        stroke-dashoffset={length * (1 - share)}
      />
    </svg>
  )
}
