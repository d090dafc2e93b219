import type { ComponentChildren } from 'preact'

/** A section with a title, which is also its label for screen readers. */
export function LabelledSection({
  id,
  title,
  look = 'card',
  titleLook = 'label',
  children,
  ...rest
}: {
  /** The title has the ID `<id>-label`. */
  id: string
  title: ComponentChildren
  look?: string
  titleLook?: string | undefined
  children: ComponentChildren
  [data: `data-${string}`]: string | number | boolean | undefined
}) {
  return (
    <section class={look} aria-labelledby={`${id}-label`} {...rest}>
      <h2 id={`${id}-label`} class={titleLook}>
        {title}
      </h2>
      {children}
    </section>
  )
}
