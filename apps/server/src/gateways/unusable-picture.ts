/** The store cannot show this file. The message is for the person who uploaded it. */
export class UnusablePicture extends Error {}
