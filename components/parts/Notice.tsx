import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './Icon.tsx'

/** A box with an icon at its start: title, text, and a row of actions that fix what it reports. `end` stands at its end. */
export function Notice({
  tone,
  icon = tone === 'info' ? 'info' : 'warning',
  title,
  text,
  actions,
  more,
  end,
  children,
  ...rest
}: {
  tone: 'info' | 'warning' | 'danger'
  icon?: IconName
  title?: string | undefined
  text?: string
  /** Nothing without an action: `false` and `null` included. */
  actions?: ComponentChildren
  more?: ComponentChildren
  end?: ComponentChildren
  children?: ComponentChildren
  class?: string
  role?: 'status' | 'alert' | 'region'
  'aria-label'?: string | undefined
  [data: `data-${string}`]: string | undefined
}) {
  return (
    <div {...rest} class={`problem ${tone} ${rest.class ?? ''}`}>
      <Icon name={icon} />
      <div class="problem-words">
        {title !== undefined && <p class="problem-what">{title}</p>}
        {text !== undefined && <p>{text}</p>}
        {children}
        {actions && <div class="line wrap notice-actions">{actions}</div>}
        {more}
      </div>
      {end}
    </div>
  )
}
