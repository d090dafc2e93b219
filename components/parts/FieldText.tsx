import type { ComponentChildren } from 'preact'
import { Icon } from './Icon.tsx'

/** The text below a field. An error has an icon too, because a color alone is no sign. */
export function FieldText({
  id,
  tone,
  role,
  children,
}: {
  id: string
  tone: 'tone-danger' | 'tone-warning' | 'faint'
  role?: 'status' | 'alert' | undefined
  children?: ComponentChildren
}) {
  return (
    <p id={id} class={`field-text ${tone}`} role={role}>
      {tone === 'tone-danger' && <Icon name="warning" />}
      {children}
    </p>
  )
}
