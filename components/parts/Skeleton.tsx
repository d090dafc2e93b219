/** Shows a quiet bar that keeps the place of a text to come; width in characters. */
export function Skeleton({ width }: { width: number }) {
  return <span class="skeleton" style={{ inlineSize: `${width}ch` }} aria-hidden="true" />
}
