import type { Client, ClientPathsWithMethod, FetchResponse, MaybeOptionalInit } from 'openapi-fetch';
import type { components, paths } from './api.mjs';

type Media = 'application/json';
type Schemas = components['schemas'];
/** A page with all additions. */
type WholePage = Required<Schemas['PageWithMedia']>;

type Asked<Query, Name extends string> = Query extends { [name in Name]: infer Value } ? Value : undefined;

/** Names in `include`, which are separated by commas. */
type Names<Include> = Include extends `${infer First},${infer Rest}` ? First | Names<Rest> : Include;

type Fields<Query> = Asked<Query, 'fields'> extends readonly (infer Field)[] ? Field : keyof Schemas['PageSummary'];

type ListedPage<Query, Include> = Include extends unknown
  ? Pick<WholePage, Extract<Fields<Query> | Names<Include>, keyof WholePage>>
  : never;

type ShownPage<Include> = Include extends string
  ? Pick<WholePage, Extract<keyof Schemas['Page'] | Names<Include>, keyof WholePage>>
  : Schemas['Page'];

/** Data of answers that depend on the query. */
interface ByQuery<Query> {
  '/pages': ListedPage<Query, Asked<Query, 'include'>>[];
  '/brand': Asked<Query, 'include'> extends 'language' ? Schemas['BrandWithLanguage'] : Schemas['Brand'];
  '/pages/{page}': ShownPage<Asked<Query, 'include'>>;
  '/media': Schemas[Asked<Query, 'include'> extends 'file' ? 'MediaItemWithFile' : 'MediaItem'][];
  '/media/{id}': Schemas[Asked<Query, 'include'> extends 'file' ? 'MediaItemWithFile' : 'MediaItem'];
}

type QueryOf<Init> = Init extends { params: { query: infer Query } } ? Query : object;

type Answer<
  Path extends keyof paths,
  Init,
  All = FetchResponse<NonNullable<paths[Path]['get']>, Init, Media>,
> = Path extends keyof ByQuery<unknown>
  ? Init extends { parseAs: string }
    ? All
    : Extract<All, { data?: never }> | { data: ByQuery<QueryOf<Init>>[Path]; error?: never; response: Response }
  : All;

/** Typed calls of the API. Result types follow the query's `include` and `fields`. */
export interface Api extends Omit<Client<paths, Media>, 'GET'> {
  GET<
    Path extends ClientPathsWithMethod<Client<paths, Media>, 'get'>,
    Init extends MaybeOptionalInit<paths[Path], 'get'>,
  >(
    url: Path,
    ...init: object extends Pick<Init, keyof Init> ? [init?: Init] : [init: Init]
  ): Promise<Answer<Path, Init>>;
}
