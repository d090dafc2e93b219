/** The icons of the form's first picture. The others load with the screens that use them (`Icon.tsx`). */
export const formPaths = {
  history: 'M4 10a6.5 6.5 0 1 0 2-4.7M4 3.5v3.2h3.2M10.5 6.5V10l2.5 1.8',
  settings: 'M4 6h6m4 0h2M4 14h2m4 0h6M12 4.2v3.6M8 12.2v3.6',
  flip: 'M7 4v12m0 0-3-3m3 3 3-3M13 16V4m0 0-3 3m3-3 3 3',
  down: 'm5.5 8 4.5 4.5L14.5 8',
  next: 'm8 5.5 4.5 4.5L8 14.5',
} as const

/** An icon of the form. It is decorative: a text or label must accompany it. */
export function FormIcon({ name }: { name: keyof typeof formPaths }) {
  return <Drawing path={formPaths[name]} isTurning={name === 'next'} />
}

/** An icon that only one screen uses. Its path loads with that screen. */
export function Drawing({ path, isTurning }: { path: string; isTurning?: boolean }) {
  return (
    <svg class={isTurning ? 'icon turns' : 'icon'} viewBox="0 0 20 20" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

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
