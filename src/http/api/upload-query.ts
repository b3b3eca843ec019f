import { Input, Type } from '../../validation/schema.js';

const name = Type.String({
  minLength: 1,
  maxLength: 1000,
  description:
    "The file's name, from which the name of the stored one is made. Its extension follows from the content.",
});

/** Query of `PUT /media/:id/file`. */
export const replacementQuery = Input({ name });

/** Query of `POST /media`: what the address says of the file that is the body. */
export const uploadQuery = Input({
  name,
  title: Type.Optional(Type.String({ description: "The medium's title." })),
  caption: Type.Optional(Type.String({ description: "The medium's caption." })),
  media_category_id: Type.Optional(Type.Integer({ description: "The medium's category." })),
});

/** Query of a request whose body is a file. */
export type FileQuery = typeof replacementQuery | typeof uploadQuery;
