import { join } from 'node:path'

/**
 * Makes a browser that this process starts draw text in Roboto where it is installed. Ferry uses the typeface of the
 * person's system. That of a bare Debian is DejaVu, wider than what most people have, so pictures would mislead.
 */
export function useCommonTypeface(): void {
  process.env.FONTCONFIG_FILE ??= join(import.meta.dirname, 'picture-typeface.conf')
}
