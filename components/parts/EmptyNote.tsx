import type { ComponentChildren } from 'preact'
import { Boat } from './Icon.tsx'

/** Stands in place of an empty list: the boat, the name of the missing thing, and the next step. */
export function EmptyNote({
  what,
  next,
  children,
  ...rest
}: {
  what: string
  next?: string
  children?: ComponentChildren
  [data: `data-${string}`]: string
}) {
  return (
    <div class="stack loose center empty" {...rest}>
      <Boat />
      <div class="stack tight" role="status">
        <p>{what}</p>
        {next !== undefined && <p class="faint">{next}</p>}
      </div>
      {children}
    </div>
  )
}
