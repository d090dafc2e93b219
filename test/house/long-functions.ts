/** Why a function is longer than 60 lines, by `path#name`: what would be lost if it were cut. */
export const longFunctions: { readonly [place: string]: string } = {}
