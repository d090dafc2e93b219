import type { Walk } from './walk.ts'

/** From the reader's key press in the list of tokens to the rows that answer it. */
const keystroke: Walk = {
  name: 'a keystroke in the picker',
  goal: 24,
  hops: [
    { to: 'components/tokens/TokenSearch.tsx#TokenSearch' },
    { to: 'lib/models/picker-model.ts#createPickerModel.restart', by: 'an effect on what is typed' },
    { to: 'lib/models/picker-model.ts#createPickerModel.ask' },
    { to: 'lib/models/token-sections.ts#knownSections' },
    { to: 'lib/rpc/rpc-client.ts#createRpcClient.call', by: 'the client that a model is given' },
    { to: 'lib/rpc/rpc-server.ts#answerOne', by: 'a message of the browser' },
    { to: 'entrypoints/background/index.ts#answerOne', by: 'the handlers it serves' },
    { to: 'lib/tokens/token-messages.ts#tokenHandlers.tokens', by: "the message's name" },
    { to: 'lib/tokens/catalogue.ts#createCatalogue.find', by: 'the catalogue that a handler is given' },
    { to: 'lib/tokens/catalogue.ts#createCatalogue.shown' },
    { to: 'lib/tokens/catalogue.ts#createCatalogue.usableChains' },
    { to: 'lib/tokens/token-lists.ts#createTokenLists.ready', by: 'the lists it made' },
    { to: 'lib/tokens/token-index.ts#createTokenIndex.find', by: 'the index of the lists' },
    { to: 'lib/tokens/token-index.ts#search' },
    { to: 'lib/tokens/chain-token-index.ts#indexTokens', by: 'each chain of the index' },
    { to: 'components/tokens/TokenPicker.tsx#TokenPicker', by: 'the signals of the model' },
    { to: 'components/tokens/TokenList.tsx#TokenList' },
    { to: 'components/tokens/TokenRow.tsx#TokenRow' },
    { to: 'components/tokens/TokenIcon.tsx#TokenIcon' },
    { to: 'components/parts/Picture.tsx#Picture' },
    { to: 'lib/models/images-model.ts#createImagesModel.fetchWanted', by: 'the pictures of the app' },
  ],
}

/** Ways through the code that somebody new follows first. */
export const walks: readonly Walk[] = [keystroke]
