import type { ComponentChildren } from 'preact'
import { Boat } from './FormIcon.tsx'
import { Icon, type IconName } from './Icon.tsx'

/** Stands in place of an empty list: the boat or an icon, the name of the missing thing, and the next step. */
export function EmptyNote({
  icon,
  title,
  next,
  children,
  ...rest
}: {
  icon?: IconName
  title: string
  next?: string
  children?: ComponentChildren
  [data: `data-${string}`]: string
}) {
  return (
    <div class="stack loose center empty" {...rest}>
      {icon === undefined ? (
        <Boat />
      ) : (
        <span class="empty-mark">
          <Icon name={icon} />
        </span>
      )}
      <div class="stack tight" role="status">
        <p class="tone-strong">{title}</p>
        {next !== undefined && <p class="faint">{next}</p>}
      </div>
      {children}
    </div>
  )
}
