type Props = { text: string | null; answer: string | null; answerTitle: string };

/** Text of a review and the creator's answer. */
export const ReviewWords = ({ text, answer, answerTitle }: Props) => (
  <>
    {text && <p className="mt-3 text-pretty whitespace-pre-line">{text}</p>}
    {answer && (
      <div className="mt-4 border-l-2 border-link pl-4">
        <p className="text-sm font-semibold">{answerTitle}</p>
        <p className="mt-1 text-pretty whitespace-pre-line">{answer}</p>
      </div>
    )}
  </>
);
