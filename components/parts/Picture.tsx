import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ImagesModel } from '../../lib/models/images-model.ts'

/** The logos of this view; without them everything is drawn. */
export const Pictures = createContext<ImagesModel | null>(null)

/**
 * Shows a logo, or the first letter of a name on a colour drawn from it; says nothing that the words beside it do not.
 */
export function Picture({ url, name }: { url: string | null; name: string }) {
  const picture = useContext(Pictures)?.of(url) ?? null
  if (picture !== null) return <img class="token-face" src={picture} alt="" />
  return (
    <span class="token-face" aria-hidden="true" style={{ '--hue': hueOf(name) }}>
      {name.slice(0, 1)}
    </span>
  )
}

function hueOf(text: string): number {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return sum
}
