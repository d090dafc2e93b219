import type { ComponentChildren } from 'preact'

/** A section with a title, which is also its label for screen readers. */
export function LabelledSection({
  id,
  title,
  look = 'card',
  children,
  ...rest
}: {
  /** The title has the ID `<id>-label`. */
  id: string
  title: string
  look?: string
  children: ComponentChildren
  [data: `data-${string}`]: string | number | boolean | undefined
}) {
  return (
    <section class={look} aria-labelledby={`${id}-label`} {...rest}>
      <h2 id={`${id}-label`} class="label">
        {title}
      </h2>
      {children}
    </section>
  )
}
