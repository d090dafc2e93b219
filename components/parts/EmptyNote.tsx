import type { ComponentChildren } from 'preact'
import { Boat } from './Icon.tsx'

/** Stands in place of an empty list: the boat, the name of the missing thing, and the next step. */
export function EmptyNote({
  title,
  next,
  children,
  ...rest
}: {
  title: string
  next?: string
  children?: ComponentChildren
  [data: `data-${string}`]: string
}) {
  return (
    <div class="stack loose center empty" {...rest}>
      <Boat />
      <div class="stack tight" role="status">
        <p>{title}</p>
        {next !== undefined && <p class="faint">{next}</p>}
      </div>
      {children}
    </div>
  )
}
