package io.htsrl.core.settings;

/** Text of any kind, on one line. Stateless, any thread. */
class TextType implements ValueType {
    @Override
    public Object read(String text) {
        return text.isBlank() || text.chars().anyMatch(Character::isISOControl) ? null : text;
    }

    @Override
    public Object unset() {
        return "";
    }

    @Override
    public String rule() {
        return "must be a text";
    }

    @Override
    public String remedy() {
        return "give one, in quotes where it has spaces";
    }

    @Override
    public String label() {
        return "NAME";
    }

    @Override
    public boolean isFree() {
        return true;
    }
}
