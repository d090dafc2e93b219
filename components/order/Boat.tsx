/** Shows Ferry's mark. */
export function Boat() {
  return (
    <svg class="boat" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M11 3h3v4h3.5a1 1 0 0 1 1 1v4.2h-13V8a1 1 0 0 1 1-1H11z" opacity=".75" />
      <path d="M2.5 13.2h19l-2 5.2c-1.2 0-1.8-.8-3.7-.8s-2 1-3.8 1-2-1-3.8-1-2.5.8-3.7.8z" />
      <path
        d="M3.5 21.4c1.5 0 2-1 3.5-1s2.1 1 5 1 3.5-1 5-1 2 1 3.5 1"
        fill="none"
        stroke="currentColor"
        stroke-width="1.4"
        stroke-linecap="round"
      />
    </svg>
  )
}
